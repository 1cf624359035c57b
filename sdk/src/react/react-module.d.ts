/** The part of React that `react.ts` uses. It is not published: programs bring React and its types. */
declare module 'react' {
  export function useCallback<T>(callback: T, dependencies: readonly unknown[]): T;
  export function useEffect(effect: () => undefined | (() => void), dependencies: readonly unknown[]): void;
  export function useRef<T>(value: T): { current: T };
  export function useSyncExternalStore<T>(
    subscribe: (changed: () => void) => () => void,
    snapshot: () => T,
    serverSnapshot?: () => T,
  ): T;
}
