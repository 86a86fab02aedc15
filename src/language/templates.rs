//! Translates sentences with numbers that other rooms build: a template finds the sentence, and its gaps are filled
//! with the original values.

use std::fmt::Display;

use super::catalogue::filled;
use super::languages::Language;

/// English sentences with gaps written `%{name}`. The first match counts, so a longer sentence comes before a
/// shorter one that also matches.
pub const TEMPLATES: &[&str] = &[
    // Requirements that a method misses.
    "brute force handles at most %{n} particles per side",
    "brute force handles at most %{n} particles",
    "an OpenGL context (none could be opened)",
    "counted occlusion queries (GL_SAMPLES_PASSED has 0 counter bits)",
    "a render target with 8 stencil bits",
    // The views of `cullide`.
    "%{n} of %{of} bodies remain after %{views} views",
    // Findings of the schedule `auto`.
    "auto: trying the schedules, %{done} of %{all} detections",
    "auto: %{schedule} is fastest here: %{ms} ms a frame; %{others}",
    "auto: %{schedule} is fastest here: %{ms} ms a frame",
    "fast %{ms} ms, %{others}",
    "fast %{ms} ms",
    "atlas %{ms} ms, %{others}",
    "atlas %{ms} ms",
    "instanced %{ms} ms, %{others}",
    "instanced %{ms} ms",
    "pair-by-pair %{ms} ms, %{others}",
    "pair-by-pair %{ms} ms",
    // Labels of undoable changes.
    "body moved by hand in frame %{n}",
    "another timeline branch from frame %{n}",
    "cloth pulled by hand in frame %{n}",
    // Faults of a table of passes.
    "a name has at most %{n} characters, and no # or control character",
    "there are more than %{n} rounds; remove some",
    "there are more than %{n} rows; remove some",
    "rounds repeat 1 to %{most} times, not %{turns}",
    "\"read depths\" compares two depth images of each round, so two rows need read-depth, not %{n}",
    "at most %{n} of a round's rows may count; begin another round for a further count",
    // Errors in the text of a table of passes.
    "%{file}.passes:%{line}: %{why}",
    "%{word} is no line of a table; %{hint}",
    "%{word} is no kind of bodies; %{hint}",
    "%{word} is no outline; %{hint}",
    "%{word} is no answer to symmetric; %{hint}",
    "%{word} is no rule for unsaid state; %{hint}",
    "%{word} is no repetition; %{hint}",
    "%{word} is no source of the verdict; %{hint}",
    "%{word} is no buffer to clear; %{hint}",
    "%{word} is no cell of a row; %{hint}",
    "%{word} is no stencil operation; %{hint}",
    "%{word} is no part of a surface; %{hint}",
    "%{word} is no comparison; %{hint}",
    "did you mean \"%{meant}\"? There are %{names}",
    "there are %{names}",
    "a clear belongs to the draw below it, and %{word} is none",
    "a clear belongs to the draw below it; add a draw, or remove the clear",
    "no line says how the verdict is read; add one such as \"read counts\"",
    "%{word} stands above the first round",
    "%{word} is said twice in this row; say it once",
    "%{word} is said twice; say it once",
    "a name follows \"method\"",
    "the first round begins with the line \"round\"",
    "%{word} is one word too many",
    "the line ends where one of %{words} should follow",
    "the line ends where %{what} should follow",
    "%{word} is no whole number from %{least} to %{most}",
    "%{word} is no number of eight bits; write two hexadecimal digits, such as 0f",
    "%{word} is no depth; write a number from 0 to 1, or slice",
    "%{word} cannot be drawn; there are A, B and tile",
    "a table has at most %{n} KiB of text",
    // Failures of a program of one's own.
    "%{why}; its standard error ends: %{last}",
    "the program did not greet within %{n} s; end every line with a line feed and flush the output",
    "the program did not answer within %{n} s; end every line with a line feed and flush the output",
    "the program wrote a line of more than %{n} KiB",
    "the program wrote far more than one line per question",
    "the program stopped: %{status}",
    "it was ended by signal %{n}",
    "there is no such program (status 127); see its standard error",
    "it ended with status %{n}",
    "it ended",
    "the program was started %{n} times and is not started again: %{why}",
    "all %{n} s of the run are used up",
    "the answer has the number %{n}, but the question has %{id}",
    "the answer %{why}",
    "the greeting %{why}",
    "%{command}: the program did not greet within %{n} s; end every line with a line feed and flush the output",
    "%{command}: the program stopped: %{status}",
    "%{command}: the greeting %{why}",
    "%{command}: cannot be started: %{why}",
    "is no JSON object: %{line}",
    "has NaN or Infinity, which no verdict can rest on and JSON does not have: %{line}",
    "is not JSON (%{why}); only answers belong on standard output: %{line}",
    "has the unknown field \"%{name}\"; did you mean \"%{meant}\"?",
    "has the unknown field \"%{name}\"; there are %{names}",
    "speaks version %{n} of the protocol, not %{version}",
    "has no \"hello\"; expected %{example}",
    "needs a \"name\" of 1 to %{n} characters",
    "\"id\" is missing; repeat the question's number, %{n}",
    "\"id\" is %{value}, but must be the question's number, %{n}",
    "\"colliding\" is missing; it must be true or false",
    "\"colliding\" is %{value}, but must be true or false",
    "the normal of \"plane\" is 0, 0, 0, which has no direction",
    "\"point\" goes with colliding bodies and \"plane\" with separated ones",
    "\"%{name}\" must be a list of %{n} numbers",
    "\"%{name}\" has the number %{n}, which is too large",
    "your point lies %{by} outside %{body}",
    "your plane cuts %{body} by %{by}",
    "the command of the program is empty; give for example 'python3 mine.py'",
    "a command is one line without control characters and invisible ones",
    "a command has at most %{n} characters",
    // Hints about pairs that a program fails on.
    "A: %{shape} at (%{place}), turned by %{n} rad about %{axis}",
    "B: %{shape} at (%{place}), turned by %{n} rad about %{axis}",
    "A: %{shape} at (%{place})",
    "B: %{shape} at (%{place})",
    "ball of radius %{r}",
    "box with half sides %{h}",
    "cone of radius %{r} and height %{h}",
    "cylinder of radius %{r} and height %{h}",
    "mesh with the corners %{list}",
    "mesh of %{n} corners and %{m} triangles",
    "the point %{p} lies in both bodies, %{depth} deep in them",
    "the point %{p} lies in both bodies, on their surfaces",
    "planes with the normal %{n} part the bodies, with a gap of %{gap}",
    "the bodies are %{gap} apart, although perhaps no plane parts them",
    "the bodies are %{gap} apart",
    "the unchanged pair is %{before}, the changed one %{after}",
    "relation %{n} (%{says}): your table says separated; %{why}",
    "relation %{n} (%{says}): your table says separated",
    "relation %{n} (%{says}): your table says colliding; %{why}",
    "relation %{n} (%{says}): your table says colliding",
    "no fragment of row %{row} passes the stencil test, so that row writes no depth",
    "no fragment of row %{row} passes the stencil test",
    "no fragment of row %{row} passes the depth test, so that row writes no depth",
    "no fragment of row %{row} passes the depth test",
    "no fragment of row %{row} passes both tests, so that row writes no depth",
    "no fragment of row %{row} passes both tests",
    "the stencil value ends as %{n}, and only %{proof} proves a collision",
    "row %{row} makes the stencil value %{n}, which proves a collision",
    "row %{row} counts a fragment, as every counted row before it",
    // Notes about a mesh.
    "%{n} triangles, convex",
    "%{n} triangles; split into %{count} convex pieces, which fit exactly",
    "%{n} triangles; split into %{count} convex pieces, which protrude by up to %{share} % of its size",
    "%{n} triangles; split into %{count} convex piece, which fit exactly",
    "%{n} triangles; split into %{count} convex piece, which protrude by up to %{share} % of its size",
    // Repairs of a mesh.
    "vertices welded: %{n} (closer together than %{share} of the mesh's size)",
    "duplicate triangles removed: %{n}",
    "triangles flipped to match the others: %{n}",
    "inside-out parts flipped: %{n}",
    "the whole surface was inside out: flipped",
    "parts that face inwards, too many to tell cavities from parts that are inside out: %{n}",
    "repaired: %{what}",
    // Parts of a mesh file that were left out.
    "points, lines and curves skipped: %{n}, the first in line %{line}",
    "unknown statements skipped: %{n}, the first in line %{line}",
    "vertices divided by their weight: %{n}, the first in line %{line}",
    "lines outside the facets skipped: %{n}, the first in line %{line}",
    "the header declares %{n} triangles, but the file holds %{m}: all are read",
    "bytes after the %{n} triangles of the header skipped: %{m}",
    "bytes after the last element skipped: %{n}",
    "the header declares a length of %{n} bytes, which is not the file's",
    "animations skipped, the model is at rest: %{n}",
    "scenes skipped beside the default one: %{n}",
    "primitives of points or lines skipped: %{n}",
    "extension skipped, which may add or hide triangles: %{name}",
    // Parts of a level file that were left out.
    "%{n} brush that is not solid (such as a trigger or water) was skipped",
    "%{n} curved patch was skipped; only brushes are supported",
    "%{n} brushes that are not solid (such as triggers or water) were skipped",
    "%{n} curved patches were skipped; only brushes are supported",
    // Progress of an experiment.
    "preparing",
    "about %{n} s left",
    "about %{n} min left",
    "%{n} bodies, %{series} series measured in turn",
    "%{n} triangles, %{series} series measured in turn",
    "recording the scenes",
    "the published loops, %{n} bodies",
    "other schedules, %{n} bodies",
    "bodies %{n} times as long as wide",
    "%{model} of %{n} triangles",
    "%{method} at %{n}²",
    "moving %{n} bodies",
    "finding pairs of %{n} bodies",
    "driving over %{n} triangles",
    "casting rays at %{n} triangles",
    "density %{n}",
    "%{n} bodies",
    // Conditions of an experiment.
    "on the processor",
    "%{renderer} (software)",
    "memory freed earlier in this process makes the published loops faster than in a separate run",
    "%{method} cannot run here: this OpenGL lacks %{what}",
    "%{method} is left out: this OpenGL lacks %{what}",
    "%{method} is left out: %{why}",
    "times are of whole detections, including posing every body's volumes and writing the verdicts",
    "brute force was left out above %{n} bodies: its time grows with their square",
    "%{a} and %{b} found different pairs: one is wrong",
    "our methods and parry use only the processor features that this program was built for",
    // Axes of plots.
    "time",
    "wrong",
    "volume ratio",
    "pair time ns",
    "ray time ns",
    "bodies",
    "triangles",
    "length/width",
    // Verdicts on claims.
    "holds",
    "holds in part",
    "not reproduced",
    "contradicted",
    "no such claim",
    "too small to judge",
    "against our own reconstruction of RECODE",
    "cannot be judged",
    "%{series} and %{rival} have not both been measured",
    "%{series} and recode have not both been measured at 20 and 40 bodies",
    "stencil has not been measured",
    "not enough has been measured",
    "not measured yet",
    "no method with this guarantee has been measured",
    "too few sizes measured yet",
    "%{first} % more to %{second} % less time",
    "%{low} to %{high} % less time",
    "%{low} to %{high} % more time",
    "%{n} % less time",
    "%{n} % more time",
    "%{a} and %{b} ms per frame; RECODE: %{c} and %{d} ms",
    // Claims of the schedules.
    "our target: the fastest schedule of occlusion-query ≥ 2.5× faster than the published loop, 100 bodies",
    "our target: occlusion-query ≥ 2.5× faster than recode, 100 bodies",
    "our target: no schedule grows faster than linearly in the number of pairs",
    "%{ratio}× faster, by %{series}",
    "steepest: %{series}, time ~ pairs^%{exponent} from 100 to %{most} bodies",
    // Claims of figures 3 and 4.
    "%{claim} (as published)",
    "%{claim} (with this program's schedule)",
    "both algorithms below 1 ms for 20 and 40 bodies",
    "the processor need not block while the GPU answers queries and can compute in parallel, which makes queries much more efficient",
    "with as much work as queries: %{after} ms in turn, %{beside} ms overlapped, %{hidden} % of the work hidden",
    "work %{n} times as long as the queries",
    "with more bodies ≥ 20 % less time than RECODE",
    "clearly less time than RECODE, whatever the number of triangles",
    "the time of the stencil method hardly depends on the number of triangles",
    "%{triangles} times the triangles take %{time} times as long per pair",
    // Claims of table 1.
    "an OBB is tighter than a sphere or an AABB",
    "mean volume ratios: OBB %{obb}, sphere %{sphere}, AABB %{aabb}, 18-DOP %{dop}",
    "spheres and AABBs are simpler to test than OBBs",
    "time per test: sphere %{sphere} ns, AABB %{aabb} ns, 18-DOP %{dop} ns, OBB %{obb} ns",
    "tightness and the difficulty of the test always work against each other",
    "tightest first: %{tightest}; slowest test first: %{dearest}",
    "our finding: an 18-DOP is both tighter and cheaper to test than an OBB",
    "18-DOP: %{dop} times the body's volume, %{dt} ns per test; OBB: %{obb} times, %{ot} ns",
    // Claims of table 2.
    "boxes are constructed much faster than by PCA, above all for large models",
    "construction time as a multiple of PCA's, at %{n} triangles: %{list}",
    "a volume less than 6 % larger than by PCA (both boxes centred on the mean, as published)",
    "a volume less than 6 % larger than by PCA (both boxes centred between the extremes)",
    "volume change: at most %{worst} % (%{series}), %{mean} % on average",
    "the box's centre is the hull's centroid (no claim about its volume)",
    "%{least} to %{most} % more volume than if centred between the extremes",
    // Results of methods that draw concave bodies whole.
    "at most %{worst} % (%{series})",
    "from 1 to %{most} bars: winding %{layers}×, occlusion-query %{pieces}×",
    // Claims of table 3.
    "SAO is faster than OS and AO at every object count (all pairs)",
    "SAO is faster than OS and AO at every object count (the broad phase's candidates only)",
    "faster in %{n} of %{all} comparisons; at worst %{worst} × the other's time, at %{bodies} bodies",
    "the outer sphere and AABB reduce the time noticeably (all pairs)",
    "the outer sphere and AABB reduce the time noticeably (candidates only, which are already close)",
    "the outer sphere and AABB reduce the time noticeably (candidates, down to the triangles)",
    "at most %{worst} × the time of the OBB alone (at %{bodies} bodies)",
    "sphere and AABB pay off at every density (%{n} bodies, all pairs)",
    "advantage only below density %{density}; %{last} × the time of the OBB alone at the highest density",
    "advantage up to density %{density}: %{last} × the time of the OBB alone there",
    "inequality (8) rejects pairs before the separating axes",
    "inequality (8) rejects %{share} of all pairs, because inequality (5) has already tested the same",
    // Claims of the resolution.
    "no wrong answer of this kind at any resolution",
    "at most %{n} pixels (%{method} at %{resolution}²)",
    "no miss deeper than 1.42 pixels at any resolution",
    "no false hit farther than a tenth of a pixel apart",
    "the conservative mode never misses",
    "the occlusion sandwich gives the exact answers",
    "the conservative mode's false hits end about 2 pixels from contact",
    // Claims of the broad phases.
    "sweep and prune: time nearly linear in the number of bodies, for coherent motion",
    "time grows with the number of bodies to the power %{power} (near-linear: up to %{limit}), swaps to the power %{swaps}; exponents of all times: %{times}",
    // Claims of the road.
    "our target: aabb-tree takes at most the time of parry's ray cast",
    "%{least} to %{most} × parry's time in %{n} comparisons",
    "a hierarchy accelerates the rays (the source gives no number)",
    "%{least} to %{most} times as fast as brute force at %{n} triangles",
    "our target: aabb-tree answers as brute force does",
    "%{n} of %{all} answers differ",
    // Claims of trees.
    "for two close and nearly parallel surfaces, OBB trees are better than k-DOP trees",
    "volume tests at a gap of %{gap}: OBB %{own}, %{kdop} %{n}; the fewest of the other trees: %{series} %{best}",
    "balanced trees are not the best for every input: rarely queried parts may be deep",
    "if all leaves cost the same, the balanced tree is best",
    "volume tests as a multiple of the balanced tree's: %{list}",
    "many algorithms use the binary tree, the simplest kind (no claim about tests)",
    "4 children take %{four} times as many tests as 2, 8 children %{eight} times (top-down)",
    "of the four rules along x, y and z, splatter is the best",
    "volume tests as a multiple of splatter's, mean of the scenes: %{list}; fewest in %{n} of %{all} scenes",
    // Claims of levels.
    "shifted planes take 2.5 to 3.5 times the time of unshifted planes",
    "%{sphere} times the time with a sphere, %{cylinder} with a cylinder, %{hull} with a hull",
    "our target: with bevels by the published rule, a move takes at most 1.3 times the time that it takes without",
    "our target: with bevels at all edges, a move takes at most 1.3 times the time that it takes without",
    // Claims of cloths.
    "the quad tree has fewer boxes than the binary tree, with the numbers of table 1",
    "the quad tree leaves clearly fewer pairs than the binary tree (printed: 28 to 63 % fewer)",
    "the quad tree gives 2.3 times as many frames per second at 17²",
    "the filter at 1.1 L drops 17 to 36 % of the pairs",
    "the filter raises the frame rate",
    "%{series}: the larger the threshold, the more contacts are missed (the patent's table says the opposite)",
    "smallest number of particles: %{n} with %{few} triangles, %{m} with %{many} triangles",
    "at most %{share} of half a diagonal, %{n} beyond it",
    // Claims of the adversarial pairs.
    "our guarantee: exact methods give no wrong answer",
    "our guarantee: the conservative mode misses no pair",
    "our guarantee: no false hit of %{method}",
    "our guarantee: cullide with enlarged surfaces misses no pair",
    "%{n} of %{all} pairs",
    "no pair was tested",
    // Claims of the continuous tests.
    "our guarantee: the safe tests miss no contact and report no contact too late",
    "our target: clipping and advancement has no more false hits than inclusion boxes",
    "floating-point root finding misses contacts",
    "%{n} of %{all} contacts",
    "false hits: %{n}, by inclusion boxes: %{other}, of %{all} queries",
];

/// Translates `text` by the first template that matches and has a translation; `tr` translates the gaps' contents.
pub fn translated(language: Language, text: &str, tr: fn(&str) -> String) -> Option<String> {
    TEMPLATES.iter().find_map(|template| {
        let gaps = gaps(template, text)?;
        let translation = language.translation(template)?;
        // The recursion ends, because a gap is shorter than the whole text.
        let contents: Vec<_> = gaps.into_iter().map(|(name, content)| (name, tr(content))).collect();
        let values: Vec<_> =
            contents.iter().map(|(name, content)| (*name, content as &dyn Display)).collect();
        Some(filled(translation, &values))
    })
}

/// The contents of the gaps, each as short as possible; `None` if the text does not match, or is a single gap.
pub fn gaps<'t>(template: &'t str, text: &'t str) -> Option<Vec<(&'t str, &'t str)>> {
    let mut parts = template.split("%{");
    let mut rest = text.strip_prefix(parts.next()?)?;
    let mut gaps = Vec::new();
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        let (name, literal) = part.split_once('}')?;
        let end = if parts.peek().is_none() {
            rest.ends_with(literal).then(|| rest.len() - literal.len())?
        } else {
            rest.find(literal)?
        };
        let content = &rest[..end];
        if content.is_empty() || content.len() == text.len() {
            return None;
        }
        gaps.push((name, content));
        rest = &rest[end + literal.len()..];
    }
    rest.is_empty().then_some(gaps)
}
