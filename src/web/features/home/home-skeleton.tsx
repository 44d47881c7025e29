import { SkeletonCard, Skeletons } from '#web/ui/loading.tsx'
import classes from './dashboard.module.css'
import tileClasses from './tiles.module.css'

/** The page's shape while nothing of it is known yet. */
export function HomeSkeleton() {
  return (
    <Skeletons label="Loading your home page">
      <div className={`${classes.board} ${classes.waiting}`}>
        <div className={classes.column}>
          <SkeletonCard height={19} />
        </div>
        <div className={tileClasses.tiles}>
          <SkeletonCard height={7} />
          <SkeletonCard height={7} />
        </div>
      </div>
    </Skeletons>
  )
}
