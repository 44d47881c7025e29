export const ownNodes: { version: string; hashes: Record<string, string> }
export function stateOfOwnNode(file: string, platform?: string): 'right' | 'wrong' | 'missing' | 'unknown'
export function hashOf(file: string): string
