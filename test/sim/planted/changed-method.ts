/** Puts another function in the place of a method of all objects of a class. Answers how it is put back. */
export function changedMethod<T extends object, K extends keyof T>(
  prototype: T,
  name: K,
  change: (real: T[K]) => (this: T, ...args: never[]) => unknown,
): () => void {
  const real = prototype[name];
  prototype[name] = change(real) as unknown as T[K];
  return () => {
    prototype[name] = real;
  };
}
