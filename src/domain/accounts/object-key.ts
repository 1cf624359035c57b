/**
 * Names of files in the object store: folders and a file with an extension, of letters, digits, `_` and `-`. A dot is
 * allowed before the extension only, so that no key leaves its folder, is hidden, or names a folder and a file at once.
 */
const pattern = /^(?:[A-Za-z0-9_-]{1,64}\/){1,6}[A-Za-z0-9_-]{1,128}\.[a-z0-9]{1,8}$/;

export const isObjectKey = (text: string): boolean => pattern.test(text);
