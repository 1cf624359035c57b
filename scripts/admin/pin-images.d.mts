/** The images of the services of a compose file, also where an anchor names them. */
export function imagesIn(compose: string): { service: string; image: string }[];
/** The base of the image that a Dockerfile builds. */
export function baseIn(dockerfile: string): string | undefined;
