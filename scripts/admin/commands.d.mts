export const commands: { name: string; does: string; call: [method: string, path: string] }[];
