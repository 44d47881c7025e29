import { describe, expect, test } from 'vitest'
import { operationsOf } from '#test/support/operations.ts'
import { contract } from './contract.ts'
import { needPassword, type Operation, policies } from './policies.ts'

const operations = operationsOf(contract)
const names = operations.map(({ path }) => path.join('.'))

describe('the policies', () => {
  test('name every operation of the contract, and no other', () => {
    expect(Object.keys(policies).sort()).toEqual(names.toSorted())
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThanOrEqual(25)
  })

  test('are among the four there are', () => {
    for (const policy of Object.values(policies)) expect(['anyone', 'signed-in', 'member', 'officer']).toContain(policy)
  })

  // Duplicated on purpose: loosening or losing a policy by mistake would take the same mistake twice.
  const allowed = (policy: string) => Object.keys(policies).filter((name) => policies[name as Operation] === policy)

  test('let the signed-out see nothing but the club, and make an account', () => {
    expect(allowed('anyone').sort()).toEqual([
      'account.enterCode',
      'account.isGone',
      'account.resendExpired',
      'account.resendVerification',
      'account.signUp',
      'account.verify',
      'account.wasDeleted',
      'newsMails.stop',
      'session.get',
    ])
  })

  test('let who has not finished the wizard do that, and nothing else', () => {
    expect(allowed('signed-in').sort()).toEqual([
      'profile.removePicture',
      'session.touch',
      'welcome.finish',
      'welcome.get',
      'welcome.saveDraft',
    ])
  })

  test('keep what runs a practice for officers', () => {
    expect(allowed('officer').sort()).toEqual([
      'audit.get',
      'bulkEdit.apply',
      'bulkEdit.get',
      'bulkEdit.undo',
      'bulkEdits.get',
      'exportPermission.get',
      'managePractices.addEmail',
      'managePractices.delete',
      'managePractices.get',
      'managePractices.orderWaiting',
      'managePractices.removeEmail',
      'managePractices.restore',
      'managePractices.setAttendance',
      'managePractices.setCredit',
      'managePractices.setLimit',
      'memberRecord.get',
      'members.erase',
      'members.get',
      'members.remove',
      'members.restore',
      'members.setDayPasses',
      'members.setPaidPractices',
      'members.setPass',
      'members.setRm01',
      'members.setRole',
      'outsideCalendar.cancelHeld',
      'outsideCalendar.decide',
      'outsideCalendar.get',
      'paidCounts.get',
      'paidCounts.remove',
      'paidCounts.set',
      'practiceRecord.get',
      'practices.endEarly',
      'practices.removeAttendee',
      'practices.removeSamples',
      'practices.start',
      'practices.takeBackEnd',
      'rainOut.get',
      'rainOut.give',
      'rainOut.takeBack',
      'resources.get',
      'schedule.cancel',
      'schedule.change',
      'schedule.create',
      'session.enterPassword',
      'storeImport.apply',
      'storeImport.assign',
      'storeImport.dismiss',
      'storeImport.forget',
      'storeImport.get',
      'storeImport.preview',
      'storeImport.reopen',
      'storeImport.setWorth',
      'storeImport.unassign',
      'turnout.get',
    ])
  })

  test('ask for the password where power is given or taken, and where everyone’s data leaves', () => {
    expect(needPassword.toSorted()).toEqual([
      'exportPermission.get',
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
      expect(route).toMatch(/^(GET|POST|PUT|PATCH|DELETE)( |\/[a-z][a-z0-9]*(-[a-z]+)*|\/\{[a-z]+Id\})+$/)
    // The router can't tell apart two paths that differ only in a parameter's name.
    expect(new Set(routes.map((route) => route.replace(/\{\w+\}/g, '{}'))).size).toBe(operations.length)
  })
})
