/** Accounts in lists have a username; the type has null for an account that has not chosen one yet. */
export const usernameOf = ({ username }: { username: string | null }): string => username ?? '';
