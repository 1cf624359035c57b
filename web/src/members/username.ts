/** Whoever is in a list has chosen a name; the wire has null for an account that nobody else can see yet. */
export const usernameOf = ({ username }: { username: string | null }): string => username ?? '';
