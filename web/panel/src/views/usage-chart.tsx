import { useEffect, useRef } from 'preact/hooks';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { day, number } from '../text/numbers.js';
import { useLanguage } from '../text/text.js';

interface ChartProps {
  /** ms, one for each value. */
  at: number[];
  left: number[];
  label: string;
}

const HEIGHT = 240;
const dark = matchMedia('(prefers-color-scheme: dark)');

/** Steps, one for each movement, however close in time: the table beside it says the same in words. */
export function UsageChart({ at, left, label }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const language = useLanguage();
  useEffect(() => {
    const { current: place } = box;
    if (!place) return;
    let chart = drawn(place, at, left);
    const redraw = () => {
      chart.destroy();
      chart = drawn(place, at, left);
    };
    const watcher = new ResizeObserver(([entry]) => {
      if (entry) chart.setSize({ width: entry.contentRect.width, height: HEIGHT });
    });
    watcher.observe(place);
    dark.addEventListener('change', redraw);
    return () => {
      watcher.disconnect();
      dark.removeEventListener('change', redraw);
      chart.destroy();
    };
  }, [at.join(), left.join(), language]);
  return <div ref={box} class="chart" role="img" aria-label={label} data-testid="chart" />;
}

function drawn(place: HTMLElement, at: number[], left: number[]): UPlot {
  const ordinals = left.map((_, index) => index);
  return new UPlot(optionsFor(place, at), [ordinals, left], place);
}

function optionsFor(place: HTMLElement, at: number[]): UPlot.Options {
  const colour = (name: string) => getComputedStyle(place).getPropertyValue(name).trim();
  const [ink, grid, line] = [colour('--ink-soft'), colour('--line'), colour('--accent')];
  const font = '12px system-ui, sans-serif';
  const look = { stroke: ink, font, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid, width: 1 } };
  return {
    width: place.clientWidth,
    height: HEIGHT,
    padding: [14, 40, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false }, y: { range: (_, __, max) => [0, Math.max(1, max * 1.08)] } },
    axes: [
      { ...look, space: 110, incrs: [1, 2, 5, 10, 25], values: (_, marks) => marks.map((mark) => dayAt(at, mark)) },
      { ...look, size: 76, values: (_, marks) => marks.map(number) },
    ],
    series: [
      {},
      {
        stroke: line,
        width: 2,
        fill: `color-mix(in srgb, ${line} 14%, transparent)`,
        points: { show: at.length < 25, size: 6 },
        ...(UPlot.paths.stepped && { paths: UPlot.paths.stepped({ align: 1 }) }),
      },
    ],
  };
}

/** The last value only goes on: nothing moved there. */
const dayAt = (at: number[], mark: number): string => {
  const moment = at.slice(0, -1)[mark];
  return moment === undefined ? '' : day(moment);
};
