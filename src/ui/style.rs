//! Fonts, spacing and the look of controls, in the dark and in the light theme.

use std::sync::Arc;

use egui::epaint::text::{FallbackRequest, FontInsert};
use egui::style::{ScrollAnimation, ScrollStyle, WidgetVisuals};
use egui::{
    Color32, CornerRadius, FontData, FontFamily, FontId, Margin, Shadow, Stroke, TextStyle, Theme, Vec2,
    Visuals,
};

use super::theme::{self, Colors, Fills};

/// Sets fonts, colours and spacing once for a context.
pub fn apply(context: &egui::Context) {
    context.set_theme(theme::in_force());
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
            // Panels reserve a margin for the scroll bar, so that nothing moves when it appears or disappears.
            floating_allocated_width: 0.0,
            ..ScrollStyle::thin()
        };
        style.interaction.selectable_labels = false;
        style.interaction.tooltip_delay = 0.4;
        // No animations: each of their frames redraws the whole window, perhaps with a software rasteriser.
        style.animation_time = 0.0;
        style.scroll_animation = ScrollAnimation::none();
    });
    for theme in [Theme::Dark, Theme::Light] {
        context.style_mut_of(theme, |style| colors(&mut style.visuals, theme::of(theme)));
    }
    context.add_font_provider(Arc::new(chinese));
    // The panels have few curves, so tessellating them in parallel gains nothing.
    context.tessellation_options_mut(|options| options.parallel_tessellation = false);
}

/// Applies the current theme to the window, if it has changed.
pub fn follow_theme(ui: &mut egui::Ui) {
    let theme = theme::in_force();
    if ui.ctx().theme() != theme {
        ui.ctx().set_theme(theme);
        ui.set_style(ui.ctx().style_of(theme));
    }
}

/// Noto Sans CJK SC, regular, reduced to the characters in use: see `assets/fonts/README.md`.
pub const CHINESE: &[u8] = include_bytes!("../../assets/fonts/NotoSansSC-subset.otf");

/// The font for characters that the Latin fonts lack. It is loaded when such a character is first shown, so English
/// starts without it.
fn chinese(wanted: &FallbackRequest<'_>) -> Option<FontInsert> {
    // The font has Chinese characters, and signs such as arrows; characters of other scripts are shown as boxes.
    let first = wanted.cluster.chars().next()?;
    ('\u{2010}'..='\u{ffef}').contains(&first).then(|| {
        let data = FontData::from_static(CHINESE);
        FontInsert::new("Noto Sans CJK SC, subset", data, Vec::new())
    })
}

fn colors(visuals: &mut Visuals, colors: &Colors) {
    visuals.panel_fill = colors.panel;
    visuals.window_fill = colors.panel;
    visuals.extreme_bg_color = colors.sunken;
    visuals.faint_bg_color = colors.stripe;
    visuals.code_bg_color = colors.sunken;
    visuals.weak_text_color = Some(colors.weak);
    visuals.warn_fg_color = colors.amber;
    visuals.error_fg_color = colors.amber;
    visuals.hyperlink_color = colors.accent;
    visuals.window_stroke = Stroke::new(1.0, colors.line);
    visuals.window_corner_radius = CornerRadius::same(8);
    visuals.menu_corner_radius = CornerRadius::same(6);
    visuals.window_shadow = Shadow::NONE;
    visuals.popup_shadow = Shadow::NONE;
    visuals.slider_trailing_fill = true;
    visuals.selection.bg_fill = colors.selection;
    visuals.selection.stroke = Stroke::new(1.0, colors.strong);

    let widget = |Fills { fill, line }: Fills, text: Color32| WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: Stroke::new(1.0, line),
        corner_radius: CornerRadius::same(4),
        fg_stroke: Stroke::new(1.0, text),
        expansion: 0.0,
    };
    visuals.widgets.noninteractive = widget(Fills { fill: colors.panel, line: colors.line }, colors.text);
    visuals.widgets.inactive = widget(colors.inactive, colors.text);
    visuals.widgets.hovered = widget(colors.hovered, colors.strong);
    visuals.widgets.active = widget(colors.active, colors.strong);
    visuals.widgets.open = widget(colors.opened, colors.strong);
    // egui draws a focused control in the style of a pressed one; its outline marks the focus.
    visuals.widgets.active.bg_stroke = Stroke::new(2.0, colors.accent);
}
