import { defaultPicture } from '#domain/profile.ts'
import classes from './wizard.module.css'

export function PictureStep() {
  return (
    <>
      <p className={classes.lead}>This picture, or your initials, will stand beside your name at practice.</p>
      <img className={classes.picture} src={defaultPicture} alt="Default profile" width={200} height={200} />
    </>
  )
}
