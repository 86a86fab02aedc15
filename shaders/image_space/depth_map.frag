// Each coordinate of the unit normal is mapped from −1…1 to a colour from 0 to 1; alpha marks covered pixels.
flat in vec3 surface_normal;
layout(location = 0) out vec4 color;

void main() {
    color = vec4(0.5 * surface_normal + 0.5, 1.0);
}
