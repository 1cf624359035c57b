/** A face made of a name: the first letter on a colour that stays the same for the same name. */
export function Avatar({ name, size = 36, square = false }: { name: string; size?: number; square?: boolean }) {
  const style = { '--hue': String(hueOf(name)), '--size': `${size}px` };
  return (
    <span class={square ? 'avatar avatar-square' : 'avatar'} style={style} aria-hidden="true">
      {[...name][0]?.toLocaleUpperCase('tr') ?? '?'}
    </span>
  );
}

export function hueOf(name: string): number {
  let hash = 7;
  for (const letter of name.toLowerCase()) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 3600;
  return hash / 10;
}
