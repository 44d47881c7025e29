import { describe, expect, test } from 'vitest'
import { operationsOf } from '#test/support/operations.ts'
import { contract } from './contract.ts'
import { alsoOnKiosk, needPassword, type Operation, policies } from './policies.ts'

const operations = operationsOf(contract)
const names = operations.map(({ path }) => path.join('.'))

describe('the policies', () => {
  test('name every operation of the contract, and no other', () => {
    expect(Object.keys(policies).sort()).toEqual(names.toSorted())
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThanOrEqual(25)
  })

  /** The operations that a policy allows, by feature. */
  function allowed(policy: string) {
    const operations = names.filter((name) => policies[name as Operation] === policy).sort()
    const features = Map.groupBy(operations, (name) => name.split('.')[0])
    return [...features].map(([feature, all]) => `${feature}: ${all.map((name) => name.split('.')[1]).join(', ')}`)
  }

  // Duplicated on purpose: loosening or losing a policy by mistake would take the same mistake twice.
  test('let the signed-out see nothing but the club, and make an account', () => {
    expect(allowed('anyone')).toEqual([
      'account: enterCode, isGone, resendExpired, resendVerification, signUp, verify, wasDeleted',
      'newsMails: stop',
      'replyLinks: answer, open',
      'session: get',
    ])
  })

  test('let a kiosk check in, and nothing else but hear that no one is logged in', () => {
    expect(allowed('kiosk')).toEqual(['kiosk: checkIn, get, leave', 'kioskNames: get', 'kioskPerson: get'])
    expect(alsoOnKiosk).toEqual(['session.get'])
  })

  test('let who has not finished the wizard do that, and nothing else', () => {
    expect(allowed('signed-in')).toEqual([
      'profile: removePicture',
      'session: touch',
      'welcome: finish, get, saveDraft',
    ])
  })

  test('keep what runs a practice for officers', () => {
    expect(allowed('officer')).toEqual([
      'audit: get',
      'bulkEdit: apply, get, undo',
      'bulkEdits: get',
      'checkInCode: get',
      'clubFiles: upload',
      'clubSettings: get, reset, set, undo',
      'emailPreviews: get, turnOn',
      'exportPermission: get',
      'guests: add, erase, remove',
      'kiosks: end, get, start',
      'managePractices: addEmail, delete, get, orderWaiting, removeEmail, restore, setAttendance, setCredit, setExcuse, setLimit, setReplyDeadline',
      'memberRecord: get',
      'members: erase, get, remove, restore, setDayPasses, setPaidPractices, setPass, setRm01, setRole',
      'outsideCalendar: cancelHeld, decide, get',
      'paidCounts: get, remove, set',
      'practiceRecord: get',
      'practices: endEarly, removeAttendee, removeSamples, start, takeBackEnd',
      'rainOut: get, give, takeBack',
      'reminders: get, send',
      'resources: get',
      'sales: add, get, undo',
      'scanList: get',
      'scans: add, hold, undo',
      'schedule: cancel, change, create',
      'session: enterPassword',
      'settingChanges: get',
      'storeImport: apply, assign, dismiss, forget, get, preview, reopen, setWorth, unassign',
      'turnout: get',
    ])
  })

  test('ask for the password where power is given or taken, and where everyone’s data leaves', () => {
    expect(needPassword.toSorted()).toEqual([
      'exportPermission.get',
      'guests.erase',
      'members.erase',
      'members.remove',
      'members.restore',
      'members.setRole',
    ])
    for (const operation of needPassword) expect([operation, policies[operation]]).toEqual([operation, 'officer'])
  })
})

describe('the operations', () => {
  test('are two names deep: a feature and what it does', () => {
    expect(operations.filter(({ path }) => path.length !== 2)).toEqual([])
  })

  // Shows: T15, ASVS 3.5.3
  test('named get are read with GET, and nothing else is: what changes something is no link', () => {
    const read = operations.filter(({ method }) => method === 'GET').map(({ path }) => path.join('.'))
    expect(read).toEqual(names.filter((name) => name.endsWith('.get')))
    expect(read.length).toBeGreaterThan(2)
  })

  test('have each a method and a path of their own below /api/v1, written in one way', () => {
    const routes = operations.map(({ method, url }) => `${method} ${url}`)
    for (const route of routes)
      expect(route).toMatch(/^(GET|POST|PUT|PATCH|DELETE)( |\/[a-z][a-z0-9]*(-[a-z]+)*|\/\{(name|[a-z]+Id)\})+$/)
    // The router can't tell apart two paths that differ only in a parameter's name.
    expect(new Set(routes.map((route) => route.replace(/\{\w+\}/g, '{}'))).size).toBe(operations.length)
  })
})
