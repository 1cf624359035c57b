/**
 * The activity that the process began last, as a number that another thread can read while this one is blocked. Every
 * message passes here, so that it costs two look-ups and one store. Labels are kinds and operations, never ids.
 */
export interface Activities {
  began(kind: string, what: string): void;
  labelOf(activity: number): string;
  /**
   * Sets where the number is written from now on, and the listener of labels: it gets the known ones now, and each new
   * one.
   */
  share(memory: Int32Array, at: number, onLabel: (activity: number, label: string) => void): void;
}

/** The callers check operation names of clients; the bound holds even if one does not. */
const LABELS_MAX = 2_000;

export function createActivities(): Activities {
  const known = new Map<string, Map<string, number>>();
  const labels = ['nothing yet'];
  let memory: Int32Array = new Int32Array(1);
  let at = 0;
  let onLabel: (activity: number, label: string) => void = () => undefined;

  function add(kind: string, what: string): number {
    if (labels.length === LABELS_MAX) return 0;
    const label = `${kind} ${what}`;
    const activity = labels.push(label) - 1;
    const ofKind = known.get(kind) ?? new Map<string, number>();
    known.set(kind, ofKind.set(what, activity));
    onLabel(activity, label);
    return activity;
  }

  return {
    began(kind, what) {
      memory[at] = known.get(kind)?.get(what) ?? add(kind, what);
    },
    labelOf: (activity) => labels[activity] ?? 'unknown',
    share(shared, index, listener) {
      memory = shared;
      at = index;
      onLabel = listener;
      for (const [activity, label] of labels.entries()) listener(activity, label);
    },
  };
}
