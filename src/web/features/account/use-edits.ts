import { useEffect, useRef, useState } from 'react'
import type { MyProfile } from '#contract/profile.ts'
import { type ProfileDraft, type ProfileField, type ProfileStep, stepOf } from '#domain/profile.ts'
import { keepTyped, readPersonal, writePersonal } from '#web/lib/personal-storage.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { profileQuery } from './profile-query.ts'

const storageName = 'profile-edits'

/** What was typed and not saved yet; `typedPronoun` stands under Specify and was not added. */
type Edits = ProfileDraft & { typedPronoun?: string }

/**
 * What the person has changed lies over what the server says: a field that they left alone follows the server, one that they
 * changed keeps what they typed until it is saved or discarded. It is kept on the device, so that a reload loses
 * nothing, and in the page’s memory after the end of the session.
 */
export function useEdits(userId: string, profile: MyProfile) {
  const [edits, setEdits] = useState<Edits>(() => readPersonal<Edits>(userId, storageName) ?? {})
  const stored = asDraft(profile)
  // What comes later than a rendering, such as an answer, goes by what has been typed by then.
  const latest = useRef(edits)
  useEffect(() => () => keepTyped(userId, storageName, latest.current), [userId])

  function remember(next: Edits) {
    const kept = Object.fromEntries(
      Object.entries(next).filter(([field, value]) =>
        field === 'typedPronoun' ? value !== '' : !isSame(value, stored[field as ProfileField]),
      ),
    )
    latest.current = kept
    setEdits(kept)
    writePersonal(userId, storageName, Object.keys(kept).length === 0 ? null : kept)
  }

  const { typedPronoun = '', ...changed } = edits
  const draft: ProfileDraft = { ...stored, ...changed }
  // Kept for the case that the car comes back; without one it is no change.
  const isIdle = (field: string) => !draft.hasCar && !stored.hasCar && stepOf[field as ProfileField] === 4
  const isOf = (step: ProfileStep) => (field: string) =>
    field === 'typedPronoun' ? step === 5 : stepOf[field as ProfileField] === step
  const fieldsOf = (step: ProfileStep): ProfileDraft =>
    Object.fromEntries(Object.entries(changed).filter(([field]) => isOf(step)(field)))
  const without = (gone: (field: string, value: unknown) => boolean): Edits =>
    Object.fromEntries(Object.entries(latest.current).filter(([field, value]) => !gone(field, value)))

  return {
    draft,
    typedPronoun,
    setTypedPronoun: (text: string) => remember({ ...latest.current, typedPronoun: text }),
    update: (fields: Edits) => remember({ ...latest.current, ...fields }),
    isChanged: (step: ProfileStep) => Object.keys(edits).some((field) => isOf(step)(field) && !isIdle(field)),
    /** What a step sends: only what was changed, so that another device's change of another field stays. */
    fieldsOf,
    discard: (step: ProfileStep) => remember(without(isOf(step))),
    /** The server has it: shown as the server's from now on, but for what was changed again meanwhile. */
    settle(sent: ProfileDraft, saved: Partial<MyProfile>) {
      queryClient.setQueryData(profileQuery.queryKey, (before) => (before ? { ...before, ...saved } : before))
      remember(without((field, value) => field in sent && isSame(value, sent[field as ProfileField])))
    },
  }
}
export type EditedProfile = ReturnType<typeof useEdits>

function asDraft(profile: MyProfile): ProfileDraft {
  const { nameFirst, nameLast, bowType, personalEquipment, hasCar, rm01Completed, pronouns } = profile
  return {
    ...{ nameFirst, nameLast, bowType, personalEquipment, hasCar, rm01Completed, pronouns },
    birthday: profile.birthday ?? '',
    carCapacity: profile.hasCar ? profile.carCapacity : null,
  }
}

function isSame(one: unknown, other: unknown) {
  return JSON.stringify(one) === JSON.stringify(other)
}
