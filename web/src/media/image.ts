/** Resizes pictures in the browser before the upload. */

export interface Crop {
  /** Center of the square, as fractions of the picture's sides. */
  x: number;
  y: number;
  /** Side of the square, as a fraction of the shorter side. */
  size: number;
}

export interface EncodedImage {
  blob: Blob;
  width: number;
  height: number;
}

const QUALITY = 0.86;

export async function loadImage(file: Blob): Promise<ImageBitmap> {
  // Applies the orientation of the file's metadata.
  return createImageBitmap(file, { imageOrientation: 'from-image' });
}

/** Cuts the square of the crop, at most `side` pixels wide. */
export function squareOf(image: ImageBitmap, crop: Crop, side: number): Promise<EncodedImage> {
  const length = Math.min(image.width, image.height) * crop.size;
  const left = clamp(crop.x * image.width - length / 2, 0, image.width - length);
  const top = clamp(crop.y * image.height - length / 2, 0, image.height - length);
  const made = Math.max(1, Math.min(side, Math.round(length)));
  return drawn(image, { left, top, width: length, height: length }, { width: made, height: made });
}

/** The whole picture, with no side longer than `longest`. */
export const fitted = (image: ImageBitmap, longest: number): Promise<EncodedImage> => pictureOf(image, image, longest);

/** Encodes any drawable source; a video gives its current frame. */
export function pictureOf(source: CanvasImageSource, { width, height }: Size, longest: number): Promise<EncodedImage> {
  const scale = Math.min(1, longest / Math.max(width, height));
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  return drawn(source, { left: 0, top: 0, width, height }, size);
}

interface Size {
  width: number;
  height: number;
}

interface Part extends Size {
  left: number;
  top: number;
}

async function drawn(image: CanvasImageSource, part: Part, { width, height }: Size): Promise<EncodedImage> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw pictures.');
  // Transparent parts become white, because a JPEG has no transparency.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, part.left, part.top, part.width, part.height, 0, 0, width, height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  if (!blob) throw new Error('This browser cannot make the picture smaller.');
  return { blob, width, height };
}

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);
