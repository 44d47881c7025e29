import { IconDownload, IconShare } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { fileNameOf } from '#domain/export-files.ts'
import { useSignedInMember } from '#web/auth/route-guards.tsx'
import { useClubTimes } from '#web/lib/club-times.ts'
import { downloadFile } from '#web/lib/download-file.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { useClub } from '#web/lib/use-session.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { InfoDialog } from '#web/ui/dialog.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { drawCard, type PictureShape, pictureSizes } from './card-picture.ts'
import type { LocalCard } from './local-card.ts'
import classes from './share-dialog.module.css'

const shapes: { value: PictureShape; label: string }[] = [
  { value: 'story', label: 'Story' },
  { value: 'square', label: 'Square' },
]

type ShareDialogProps = {
  card: LocalCard
  /** The archer's personal best, which the image says. */
  isBest: boolean
  onClose: () => void
}

/** The card as an image, to share with another app or to save. */
export function ShareDialog({ card, isBest, onClose }: ShareDialogProps) {
  const [shape, setShape] = useState<PictureShape>('story')
  const picture = usePicture(card, isBest, shape)
  const [failed, setFailed] = useState(false)
  const files = picture.file ? [picture.file] : []
  const canShare = files.length > 0 && navigator.canShare?.({ files }) === true
  const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const
  const save = () => picture.file && downloadFile(picture.file, 'image/png', picture.file.name)

  async function share() {
    setFailed(false)
    try {
      await navigator.share({ files, title: card.setup.name })
    } catch (error) {
      // Canceled by the person.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setFailed(true)
    }
  }

  const { width, height } = pictureSizes[shape]
  return (
    <InfoDialog open onClose={onClose} title="Share scorecard">
      <Segmented legend="Format" value={shape} onChange={setShape} options={shapes} />
      <div className={classes.frame}>
        {picture.address === null ? (
          <div className={classes.picture} style={{ aspectRatio: `${width} / ${height}` }} aria-busy="true" />
        ) : (
          <img
            src={picture.address}
            width={width}
            height={height}
            className={classes.picture}
            alt={`${card.setup.name}, ${shape === 'story' ? 'tall' : 'square'}`}
          />
        )}
      </div>
      <ErrorNote
        error={
          picture.failed
            ? { message: 'This browser can’t create the image. Print the scorecard instead, or use another browser.' }
            : failed
              ? { message: 'Sharing didn’t work. Save the image, and share it from your photos.' }
              : null
        }
      />
      <div className={classes.actions}>
        {canShare && (
          <ActionButton tone="gold" fullWidth icon={<IconShare {...icon} />} onClick={share}>
            Share image
          </ActionButton>
        )}
        <ActionButton
          tone={canShare ? 'plain' : 'gold'}
          fullWidth
          icon={<IconDownload {...icon} />}
          reason={picture.file ? null : ''}
          onClick={save}
        >
          Save image
        </ActionButton>
      </div>
    </InfoDialog>
  )
}

type Picture = { shape: PictureShape; file: File | null; address: string | null; failed: boolean }

/** Draws the image right away: a browser lets a page share only right after a press. */
function usePicture(card: LocalCard, isBest: boolean, shape: PictureShape): Picture {
  const { displayName } = useSignedInMember()
  const club = useClub()?.name ?? ''
  const times = useClubTimes()
  const day = times.dayOf(Date.parse(card.startedAt))
  const archer = card.archer ?? displayName
  const date = times.date(day, serverNow())
  const name = `${fileNameOf(card.setup.name)}-${day}.png`
  const drawing: Picture = { shape, file: null, address: null, failed: false }
  const [picture, setPicture] = useState(drawing)
  useEffect(() => {
    let address: string | null = null
    let isCurrent = true
    void drawCard(card, { club, archer, date, isBest }, shape).then((drawn) => {
      if (!isCurrent) return
      const file = drawn && new File([drawn], name, { type: 'image/png' })
      address = file && URL.createObjectURL(file)
      setPicture({ shape, file, address, failed: file === null })
    })
    return () => {
      isCurrent = false
      if (address !== null) URL.revokeObjectURL(address)
    }
  }, [card, club, archer, date, isBest, shape, name])
  return picture.shape === shape ? picture : drawing
}
