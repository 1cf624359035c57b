/**
 * Names of files in the object store: folders and a file with an extension, of letters, digits, `_` and `-`. No dot
 * stands anywhere else, so that no key climbs out of its folder, hides, or is a folder and a file at once.
 */
const pattern = /^(?:[A-Za-z0-9_-]{1,64}\/){1,6}[A-Za-z0-9_-]{1,128}\.[a-z0-9]{1,8}$/;

export const isObjectKey = (text: string): boolean => pattern.test(text);
