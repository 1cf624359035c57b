/** Settings that hold several numbers by name: `reports=90,impressions=60`, each within bounds of its own. */
import joi from 'joi';
import type { Setting } from './setting.js';

/** The smallest and the largest value of each name. */
export type Bounds<N extends string> = Record<N, readonly [number, number]>;
export type NamedNumbers<N extends string> = Partial<Record<N, number>>;

export function namedNumbers<N extends string>(bounds: Bounds<N>, example: string): Setting {
  const names = Object.keys(bounds) as N[];
  return {
    schema: joi.string().custom((text: string) => parsed(text, bounds, names)),
    mustBe: `a comma list of ${names.map((name) => `${name}=<${bounds[name].join('-')}>`).join(', ')}`,
    example,
  };
}

function parsed<N extends string>(text: string, bounds: Bounds<N>, names: readonly N[]): NamedNumbers<N> {
  const numbers: NamedNumbers<N> = {};
  for (const part of text.split(',')) {
    const [, given, digits] = /^([a-z_]+)=(\d{1,9})$/.exec(part.trim()) ?? [];
    const name = names.find((known) => known === given);
    if (name === undefined || numbers[name] !== undefined) throw new Error('unknown, or twice');
    const number = Number(digits);
    const [least, most] = bounds[name];
    if (number < least || number > most) throw new Error('out of bounds');
    numbers[name] = number;
  }
  return numbers;
}
