/**
 * The icons of the installed page, drawn at the build from the shape of `web/public/mark.svg`: a square with four open
 * gates and a person in the middle. Nothing binary lies in the repository.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

const PINE = [0x2e, 0x6a, 0x58];
const STONE = [0xfb, 0xfa, 0xf6];
const APRICOT = [0xf0, 0xa2, 0x6b];

/** In the 32 units of the mark. */
const SIZE = 32;
const CORNER = 9;
const WALL = 1.25;

/** The distance of a point from the ground: below 0 is within. */
function squareDistance(x, y, half, corner) {
  const [dx, dy] = [Math.abs(x - SIZE / 2) - half + corner, Math.abs(y - SIZE / 2) - half + corner];
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - corner;
}

/** The distance from the four walls: a rounded square with a gap in each side, with round ends. */
function wallDistance(x, y) {
  const [dx, dy] = [Math.abs(x - SIZE / 2), Math.abs(y - SIZE / 2)];
  if (dx >= 3 && dy >= 3) return Math.abs(squareDistance(x, y, 8.5, 4)) - WALL;
  return Math.min(Math.hypot(dx - 3, dy - 8.5), Math.hypot(dx - 8.5, dy - 3)) - WALL;
}

/** How much of a pixel is covered, from the distance in pixels. */
const cover = (distance) => Math.min(1, Math.max(0, 0.5 - distance));

const mix = (below, above, part) => below.map((value, at) => value + ((above[at] ?? 0) - value) * part);

/** `isFull`: the ground reaches the edges and the mark is smaller, for systems that cut the icon themselves. */
function pixelsOf(size, isFull) {
  const bytes = Buffer.alloc(size * (size * 4 + 1));
  const scale = (SIZE / size) * (isFull ? 1.25 : 1);
  const shift = isFull ? (SIZE - SIZE * 1.25) / 2 : 0;
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const [x, y] = [(column + 0.5) * scale + shift, (row + 0.5) * scale + shift];
      let color = mix(PINE, STONE, cover(wallDistance(x, y) / scale));
      color = mix(color, APRICOT, cover((Math.hypot(x - SIZE / 2, y - SIZE / 2) - 3.6) / scale));
      const alpha = isFull ? 1 : cover(squareDistance(x, y, SIZE / 2, CORNER) / scale);
      bytes.set([...color.map(Math.round), Math.round(alpha * 255)], row * (size * 4 + 1) + 1 + column * 4);
    }
  }
  return bytes;
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

export function pngOf(size, isFull = false) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(pixelsOf(size, isFull), { level: 9 });
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

/** One picture of 32 pixels in the container that browsers ask for by themselves. */
function icoOf(png) {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.set([32, 32, 0, 0, 1, 0, 32, 0], 6);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

export function drawIcons(folder) {
  for (const size of [192, 512]) writeFileSync(join(folder, `icon-${size}.png`), pngOf(size));
  writeFileSync(join(folder, 'icon-maskable.png'), pngOf(512, true));
  writeFileSync(join(folder, 'apple-touch-icon.png'), pngOf(180, true));
  writeFileSync(join(folder, 'favicon.ico'), icoOf(pngOf(32)));
}
