/** Pictures and videos made by the browser itself, so that nothing of them lies in the repository. */
import type { Page } from 'playwright-core';

export interface GeneratedFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

interface Sides {
  width: number;
  height: number;
}

/** Left half red, right half blue: what was cut out of it can be told. */
export async function generatePhoto(page: Page, name: string, { width, height }: Sides): Promise<GeneratedFile> {
  const draw = `(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [${width}, ${height}];
    const context = canvas.getContext('2d');
    for (const [at, colour] of ['#ff0000', '#0000ff'].entries()) {
      context.fillStyle = colour;
      context.fillRect((at * canvas.width) / 2, 0, canvas.width / 2, canvas.height);
    }
    return canvas.toDataURL('image/jpeg', 0.9);
  })()`;
  return { name, mimeType: 'image/jpeg', buffer: bytesOf(await page.evaluate<string>(draw)) };
}

/** A few frames of a real MP4, recorded from a canvas until it has that many parts. */
export async function generateVideo(page: Page, name: string): Promise<GeneratedFile> {
  const record = `new Promise((resolve, reject) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [320, 240];
    const context = canvas.getContext('2d');
    const types = ['video/mp4;codecs=avc1.42E01E', 'video/mp4;codecs=vp9', 'video/mp4'];
    const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type));
    if (!mimeType) return reject(new Error('This browser records no MP4.'));
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType });
    const parts = [];
    let frames = 0;
    const paint = setInterval(() => {
      context.fillStyle = 'hsl(' + frames * 12 + ' 70% 50%)';
      context.fillRect(0, 0, 320, 240);
      if (++frames === 30) recorder.stop();
    }, 40);
    recorder.ondataavailable = ({ data }) => parts.push(data);
    recorder.onstop = () => {
      clearInterval(paint);
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result);
      reader.readAsDataURL(new Blob(parts, { type: 'video/mp4' }));
    };
    recorder.start();
  })`;
  return { name, mimeType: 'video/mp4', buffer: bytesOf(await page.evaluate<string>(record)) };
}

const bytesOf = (dataUrl: string): Buffer => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');

/** How large a picture is, and the colour in its middle. */
export interface SeenPicture extends Sides {
  middle: 'red' | 'blue' | 'other';
}

/** What lies behind a link, as the browser decodes it. */
export function seenPicture(page: Page, url: string): Promise<SeenPicture> {
  return page.evaluate<SeenPicture>(`(async () => {
    const image = await createImageBitmap(await (await fetch(${JSON.stringify(url)})).blob());
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const [red, , blue] = context.getImageData(image.width / 2, image.height / 2, 1, 1).data;
    const middle = red > 180 && blue < 80 ? 'red' : blue > 180 && red < 80 ? 'blue' : 'other';
    return { width: image.width, height: image.height, middle };
  })()`);
}
