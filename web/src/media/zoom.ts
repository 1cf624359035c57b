/** The place of a zoomed picture. Pure. */

export interface View {
  scale: number;
  /** The offset of the picture's center from the frame's center, in pixels. */
  x: number;
  y: number;
}

interface Size {
  width: number;
  height: number;
}

export const SCALE_MAX = 6;
export const whole: View = { scale: 1, x: 0, y: 0 };

/** Zooms so that the point under the pointer stays where it is; `at` is measured from the center of the frame. */
export function zoomed(view: View, by: number, at: { x: number; y: number }, size: Size): View {
  const scale = Math.min(SCALE_MAX, Math.max(1, view.scale * by));
  const part = scale / view.scale;
  return within({ scale, x: at.x - (at.x - view.x) * part, y: at.y - (at.y - view.y) * part }, size);
}

export const moved = (view: View, x: number, y: number, size: Size): View =>
  within({ ...view, x: view.x + x, y: view.y + y }, size);

/** The picture never leaves the frame. */
function within({ scale, x, y }: View, { width, height }: Size): View {
  const [maxX, maxY] = [(width * (scale - 1)) / 2, (height * (scale - 1)) / 2];
  return { scale, x: clamp(x, maxX), y: clamp(y, maxY) };
}

const clamp = (value: number, most: number): number => Math.min(most, Math.max(-most, value)) || 0;
