/** Which messages are cut in the list. Pure. */
const CHARS_MAX = 2_500;
const LINES_MAX = 40;

export function isLong(body: string): boolean {
  if (body.length > CHARS_MAX) return true;
  let lines = 1;
  for (let at = body.indexOf('\n'); at >= 0; at = body.indexOf('\n', at + 1)) lines += 1;
  return lines > LINES_MAX;
}
