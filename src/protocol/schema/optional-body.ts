import type { ObjectSchema } from 'joi';

/** The service reads a request without a body as one with an empty object. */
export const isOptionalBody = (body: ObjectSchema): boolean => body.validate({}).error === undefined;
