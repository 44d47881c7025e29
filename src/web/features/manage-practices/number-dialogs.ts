/** Loaded on first use (practice-dialog.tsx). */
export { DeadlineDialog } from './deadline-dialog.tsx'
export { LimitDialog } from './limit-dialog.tsx'
