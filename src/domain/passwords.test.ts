import { describe, expect, test } from 'vitest'
import { isWeakPassword, longestPassword, type PasswordRules } from './passwords.ts'

const rules: PasswordRules = {
  shortest: 8,
  clubWords: ['purdue', 'boiler', 'boilermaker', 'archery', 'club'],
  isCommon: (password) => ['password', 'iloveyou', 'pässwörd'].includes(password),
}
const isWeak = (password: string, more: Partial<PasswordRules> = {}) => isWeakPassword(password, { ...rules, ...more })

describe('the length of a password', () => {
  // Shows: 5.33
  test('eight characters are enough, seven are not', () => {
    expect(isWeak('tg4#nwk')).toBe(true)
    expect(isWeak('tg4#nwkq')).toBe(false)
  })

  test('counts characters, so that seven arrows stay seven though they are fourteen code units', () => {
    expect(isWeak('🏹🎯🏆🥇🎖️🐎')).toBe(true)
    expect(isWeak('🏹🎯🏆🥇🐎🎪🎨🎲')).toBe(false)
  })

  test.each([6, 64])('a club may ask for %i', (shortest) => {
    const text = 'Wer reitet so spät durch Nacht und Wind? Es ist der Vater mit seinem Kind.'
    expect(isWeak(text.slice(0, shortest - 1), { shortest })).toBe(true)
    expect(isWeak(text.slice(0, shortest), { shortest })).toBe(false)
  })

  // Shows: 5.33
  test('128 is the most', () => {
    const long = Array.from({ length: longestPassword }, (_, i) => String.fromCodePoint(97 + ((i * i) % 26))).join('')
    expect(long).toHaveLength(128)
    expect(isWeak(long)).toBe(false)
    expect(isWeak(`${long}x`)).toBe(true)
  })
})

describe('what anyone would try first', () => {
  test.each([
    ['a common one', 'password'],
    ['in capitals', 'PassWord'],
    ['in full-width letters, which are hashed as plain ones', 'ｐａｓｓｗｏｒｄ'],
    ['in the other spelling of its umlauts', 'pa\u0308sswo\u0308rd'],
    ['a club word and a year', 'purdue2026!'],
    ['two club words', 'ArcheryClub1'],
    ['the longest club word first', 'boilermaker#1'],
    ['one character again and again', '88888888'],
    ['two by turns', '69696969'],
    ['three by turns, cut off', '1231231231'],
    ['a year twice', '19841984'],
    ['a common one twice', 'passwordpassword'],
    ['counting up', '23456789'],
    ['counting up past nine', '7890123456'],
    ['counting down', '87654321'],
    ['counting down past zero', '0987654321'],
    ['the alphabet', 'ABCDEFGHIJ'],
    ['the alphabet backwards', 'zyxwvuts'],
  ])('%s is weak', (_what, password) => expect(isWeak(password)).toBe(true))

  test.each([
    ['a few words', 'quiet gold at eighteen metres'],
    ['a club word among others', 'the archery of owls'],
    ['a common one with more to it', 'my password is a bow'],
    ['only digits, in no order', '40718263'],
    ['a word of the club inside another', 'clubfoot-hussar'],
    ['a short rise inside', 'xk1234mq'],
    ['a long unit twice', 'hussar-mule hussar-mule '],
    ['Chinese', '静かな金色の的十八'],
  ])('%s is welcome', (_what, password) => expect(isWeak(password)).toBe(false))
})
