import { useRef, useState } from 'preact/hooks';

interface OneAtATime {
  isBusy: boolean;
  /** Runs the work, or nothing while an earlier one is awaited: a second press would ask for it again. */
  alone<T>(work: () => Promise<T>): Promise<T | undefined>;
}

export function useOneAtATime(): OneAtATime {
  // A press that comes before the next rendering sees this one.
  const isRunning = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const alone = async <T>(work: () => Promise<T>) => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    setBusy(true);
    try {
      return await work();
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { isBusy, alone };
}
