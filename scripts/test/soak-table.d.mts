/** What a part of the soak has tried and judged. */
export interface Figures {
  seeds?: number;
  steps?: number;
  faults?: number;
  observers?: number;
  violations?: number;
}
export interface SoakedPart {
  name: string;
  isPassed: boolean;
  figures: Figures[];
}
export function writeFigures(figures: Figures): void;
export function readFigures(file: string): Figures[];
export function soakTable(parts: SoakedPart[]): string;
