import type joi from 'joi';

export interface Setting {
  schema: joi.Schema;
  /** Completes "it must be …". */
  mustBe: string;
  example: string;
  /** Error messages never repeat its value. */
  isSecret?: true;
}
