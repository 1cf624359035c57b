import { useMemo } from 'preact/hooks';
import { create } from 'qrcode';

/** The quiet zone around the code, in modules; readers need it. */
const MARGIN = 4;

/** Dark on light in both color schemes, because many cameras read no inverted code. */
export function QrCode({ says, label }: { says: string; label: string }) {
  const { size, path } = useMemo(() => drawn(says), [says]);
  const side = size + 2 * MARGIN;
  return (
    <svg class="qr" role="img" aria-label={label} viewBox={`0 0 ${side} ${side}`} data-testid="qr">
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#12201b" shape-rendering="crispEdges" />
    </svg>
  );
}

function drawn(says: string): { size: number; path: string } {
  const { modules } = create(says, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const squares: string[] = [];
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (modules.get(row, column)) squares.push(`M${column + MARGIN} ${row + MARGIN}h1v1h-1z`);
    }
  }
  return { size, path: squares.join('') };
}
