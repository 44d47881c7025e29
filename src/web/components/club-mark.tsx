import type { Club } from '#contract/session.ts'
import { TargetMark } from '#web/ui/target-drawings.tsx'
import classes from './club-mark.module.css'

/** The club's logo, or a target. Decorative: the club's name is next to it. @param size the height in pixels */
export function ClubMark({ club, size }: { club: Club | null; size: number }) {
  if (!club?.logoUrl) return <TargetMark size={size} />
  return <img className={classes.logo} src={club.logoUrl} alt="" height={size} />
}
