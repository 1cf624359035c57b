/** Landscapes and faces, drawn by the browser: the same ones each time, and none of them lies in the repository. */

/** Name, hue of the sky, hue of the land, where the sun stands. */
const scenes = [
  ['liman', 205, 195, 0.72],
  ['tepe', 28, 120, 0.3],
  ['orman', 160, 140, 0.55],
  ['gece', 245, 230, 0.8],
  ['bahar', 330, 95, 0.45],
  ['col', 40, 30, 0.62],
];

export async function drawPictures(browser) {
  const page = await browser.newPage();
  try {
    const drawn = [];
    for (const [name, sky, land, sun] of scenes) drawn.push([name, await drawScene(page, { sky, land, sun })]);
    return Object.fromEntries(drawn);
  } finally {
    await page.close();
  }
}

/** In the four sizes that the service is given: wide and its thumbnail, square and a small square. */
async function drawScene(page, scene) {
  const sizes = { wide: [1280, 854], thumbnail: [480, 320], square: [640, 640], small: [192, 192] };
  const shot = {};
  for (const [name, [width, height]] of Object.entries(sizes)) {
    const url = await page.evaluate(draw, { ...scene, width, height });
    shot[name] = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  }
  return shot;
}

/** Runs in the browser: a sky, a sun, and hills one behind the other. */
function draw({ sky, land, sun, width, height }) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const pen = canvas.getContext('2d');
  const fade = pen.createLinearGradient(0, 0, 0, height);
  fade.addColorStop(0, `hsl(${sky} 62% 52%)`);
  fade.addColorStop(0.75, `hsl(${sky + 24} 75% 86%)`);
  pen.fillStyle = fade;
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = `hsl(${sky + 30} 95% 94% / 90%)`;
  pen.beginPath();
  pen.arc(sun * width, height * 0.32, height * 0.09, 0, 7);
  pen.fill();
  for (let hill = 0; hill < 5; hill += 1) {
    pen.fillStyle = `hsl(${land + hill * 6} ${30 + hill * 5}% ${58 - hill * 10}%)`;
    pen.beginPath();
    pen.moveTo(0, height);
    for (let x = 0; x <= width; x += width / 80) {
      const wave = Math.sin((x / width) * (5 + hill * 1.7) + hill * 2.1 + sun * 9) + Math.sin((x / width) * 13 + hill);
      pen.lineTo(x, height * (0.5 + hill * 0.1) + wave * height * 0.028);
    }
    pen.lineTo(width, height);
    pen.fill();
  }
  return canvas.toDataURL('image/jpeg', 0.86);
}
