import { describe, expect, test } from 'vitest'
import { namesAtAll, namesInFull, withoutName } from './names.ts'

const ana = { nameFirst: 'Ana María', nameLast: 'Lopez', email: 'alopez7@purdue.edu' }

describe('a text that someone typed', () => {
  test.each([
    ...['Ana María Lopez paid cash', 'ana  maría\nLOPEZ’s ride', 'Lopez, Ana María: twice'],
    ...['asked ALopez7@purdue.edu', '(Ana María Lopez)'],
  ])('“%s” names them in full', (text) => {
    expect([namesInFull(text, ana), namesAtAll(text, ana)]).toEqual([true, true])
  })

  test.each(['Lopez paid', 'Ana María’s cash', 'alopez7 asked'])('“%s” names someone by a part', (text) => {
    expect([namesInFull(text, ana), namesAtAll(text, ana)]).toEqual([false, true])
  })

  test.each(['', 'Semester fee', 'Lopezian', 'Ana Maríana', 'Ana', 'xalopez7@purdue.edu'])(
    '“%s” does not name them',
    (text) => expect([namesInFull(text, ana), namesAtAll(text, ana)]).toEqual([false, false]),
  )

  test('is never found to name who has no name', () => {
    const nobody = { nameFirst: '', nameLast: ' ', email: '' }
    for (const text of ['', ' ', 'anything']) expect(namesAtAll(text, nobody)).toBe(false)
    expect(namesInFull('Kai paid', { nameFirst: 'Kai', nameLast: '', email: 'k@purdue.edu' })).toBe(false)
    // Regular expression characters in a name are escaped.
    expect(namesInFull('J. (Jo) Li', { nameFirst: 'J. (Jo)', nameLast: 'Li', email: 'j@purdue.edu' })).toBe(true)
  })

  test('is left as it was but for the name', () => {
    const text = 'Farewell, ana maría lopez! (alopez7@purdue.edu)'
    expect(withoutName(text, ana)).toBe('Farewell, Former member! (Former member)')
    expect(withoutName('Tuesday practice', ana)).toBe('Tuesday practice')
  })
})
