//! How the window looks: a calm dark theme in which red means colliding and nothing else.

use std::sync::Arc;

use egui::epaint::text::{FallbackRequest, FontInsert};
use egui::style::{ScrollStyle, WidgetVisuals};
use egui::{Color32, CornerRadius, FontData, FontFamily, FontId, Margin, Shadow, Stroke, TextStyle, Vec2};

/// Ground of the panels.
pub const PANEL: Color32 = Color32::from_rgb(0x15, 0x1b, 0x24);
/// Ground of charts, tiles and number fields.
pub const SUNKEN: Color32 = Color32::from_rgb(0x0c, 0x10, 0x16);
/// Thin lines around windows, in charts and in tables.
pub const LINE: Color32 = Color32::from_rgb(0x2a, 0x34, 0x42);
/// Text in sentences and labels.
pub const TEXT: Color32 = Color32::from_rgb(0xd6, 0xde, 0xe8);
/// Figures and headings, the brightest text.
pub const STRONG: Color32 = Color32::from_rgb(0xf4, 0xf7, 0xfb);
/// Explanations, the faintest text.
pub const WEAK: Color32 = Color32::from_rgb(0x93, 0xa1, 0xb3);
/// The chosen element, and times on the CPU.
pub const ACCENT: Color32 = Color32::from_rgb(0x5b, 0xa8, 0xf5);
/// Times on the GPU, and what proves that two are apart.
pub const TEAL: Color32 = Color32::from_rgb(0x4f, 0xd1, 0xb5);
/// Something to look into: errors, disagreements.
pub const AMBER: Color32 = Color32::from_rgb(0xff, 0xb9, 0x4f);
/// A pair that only the method calls colliding; a missed one is amber.
pub const VIOLET: Color32 = Color32::from_rgb(0xbd, 0x93, 0xff);
/// Curves and bars of several methods or stages, side by side. None is red.
pub const SERIES: [Color32; 5] = [
    ACCENT,
    TEAL,
    Color32::from_rgb(0xe8, 0xd4, 0x6c),
    Color32::from_rgb(0xa8, 0xcf, 0x72),
    Color32::from_rgb(0xd9, 0xdf, 0xe8),
];
/// Colliding. Nothing else is red.
pub const COLLIDING: Color32 = Color32::from_rgb(0xf0, 0x55, 0x4f);

/// Sets fonts, colours and spacing once for a context.
pub fn apply(context: &egui::Context) {
    context.set_theme(egui::Theme::Dark);
    context.all_styles_mut(|style| {
        style.text_styles = [
            (TextStyle::Heading, FontId::new(16.0, FontFamily::Proportional)),
            (TextStyle::Body, FontId::new(13.5, FontFamily::Proportional)),
            (TextStyle::Button, FontId::new(13.5, FontFamily::Proportional)),
            (TextStyle::Small, FontId::new(12.0, FontFamily::Proportional)),
            (TextStyle::Monospace, FontId::new(12.5, FontFamily::Monospace)),
        ]
        .into();
        style.spacing.item_spacing = Vec2::new(8.0, 6.0);
        style.spacing.button_padding = Vec2::new(8.0, 3.0);
        style.spacing.interact_size = Vec2::new(28.0, 22.0);
        style.spacing.slider_rail_height = 4.0;
        style.spacing.tooltip_width = 300.0;
        style.spacing.window_margin = Margin::same(16);
        style.spacing.scroll = ScrollStyle {
            foreground_color: false,
            // Panels have a margin for it: what is in them does not move when it comes and goes.
            floating_allocated_width: 0.0,
            ..ScrollStyle::thin()
        };
        style.interaction.selectable_labels = false;
        style.interaction.tooltip_delay = 0.4;
        // Every animated frame is a frame to be drawn by what may be a software rasteriser.
        style.animation_time = 0.0;
        colors(&mut style.visuals);
    });
    context.add_font_provider(Arc::new(chinese));
    // The panels hold few curves; smooth edges come from the scene.
    context.tessellation_options_mut(|options| options.parallel_tessellation = false);
}

/// Noto Sans CJK SC, regular, cut down to what is used here: see `assets/fonts/README.md`.
pub const CHINESE: &[u8] = include_bytes!("../../assets/fonts/NotoSansSC-subset.otf");

/// For characters that the Latin fonts lack. Asked when the first of them is shown, so English starts without.
fn chinese(wanted: &FallbackRequest<'_>) -> Option<FontInsert> {
    // Chinese, and signs such as arrows; other scripts stay a box.
    let first = wanted.cluster.chars().next()?;
    ('\u{2010}'..='\u{ffef}').contains(&first).then(|| {
        let data = FontData::from_static(CHINESE);
        FontInsert::new("Noto Sans CJK SC, subset", data, Vec::new())
    })
}

fn colors(visuals: &mut egui::Visuals) {
    visuals.panel_fill = PANEL;
    visuals.window_fill = PANEL;
    visuals.extreme_bg_color = SUNKEN;
    visuals.faint_bg_color = Color32::from_rgb(0x1a, 0x22, 0x2d);
    visuals.code_bg_color = SUNKEN;
    visuals.weak_text_color = Some(WEAK);
    visuals.warn_fg_color = AMBER;
    visuals.error_fg_color = AMBER;
    visuals.hyperlink_color = ACCENT;
    visuals.window_stroke = Stroke::new(1.0, LINE);
    visuals.window_corner_radius = CornerRadius::same(8);
    visuals.menu_corner_radius = CornerRadius::same(6);
    visuals.window_shadow = Shadow::NONE;
    visuals.popup_shadow = Shadow::NONE;
    visuals.slider_trailing_fill = true;
    visuals.selection.bg_fill = Color32::from_rgb(0x28, 0x55, 0x86);
    visuals.selection.stroke = Stroke::new(1.0, STRONG);

    let widget = |fill: u32, line: u32, text: Color32| {
        let opaque = |code: u32| Color32::from_rgb((code >> 16) as u8, (code >> 8) as u8, code as u8);
        WidgetVisuals {
            bg_fill: opaque(fill),
            weak_bg_fill: opaque(fill),
            bg_stroke: Stroke::new(1.0, opaque(line)),
            corner_radius: CornerRadius::same(4),
            fg_stroke: Stroke::new(1.0, text),
            expansion: 0.0,
        }
    };
    visuals.widgets.noninteractive = widget(0x151b24, 0x2a3442, TEXT);
    visuals.widgets.inactive = widget(0x26303d, 0x364354, TEXT);
    visuals.widgets.hovered = widget(0x313e4e, 0x56687f, STRONG);
    visuals.widgets.active = widget(0x3a4a5d, 0x7d93ae, STRONG);
    visuals.widgets.open = widget(0x26303d, 0x56687f, STRONG);
}
