import { ActorSystem } from '#actors/runtime/actor-system.js';
import type { ActorKind } from '#actors/runtime/kind.js';
import { changedMethod } from './changed-method.js';

type AnyKind = ActorKind<unknown, { type: string }>;

/** Actors of one kind do something otherwise. Answers how that is put back. */
export function changedKind(name: string, change: (kind: AnyKind) => AnyKind): () => void {
  return changedMethod(ActorSystem.prototype, 'register', (real) => {
    const register = real as (this: ActorSystem, kind: AnyKind) => void;
    return function (this: ActorSystem, kind: AnyKind) {
      register.call(this, kind.name === name ? change(kind) : kind);
    };
  });
}
