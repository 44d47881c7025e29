/** As much as stands under an icon on a phone's home screen. */
export const longestShortName = 12

/** Words that a name neither begins nor ends with. */
const joining = /^(of|the|at|and|for|in|de|&|-|–)$/i
const aboutArchery = /arch|bow/i

/**
 * A club's name for under an icon: all of it, or the whole words of it that fit and say the most, those about archery first.
 * `Purdue Archery Club` → `Archery Club`. Where no word fits, its beginning.
 * @returns 1 to 12 characters, where the name has any
 */
export function shortNameOf(name: string) {
  const whole = name.trim().replace(/\s+/g, ' ')
  if (whole.length <= longestShortName) return whole
  const fitting = runsOf(whole.split(' ')).filter((run) => run.length <= longestShortName)
  const score = (run: string) => (aboutArchery.test(run) ? longestShortName : 0) + run.length
  const best = fitting.reduce((best, run) => (score(run) >= score(best) ? run : best), '')
  return best || beginning(whole)
}

/** Words that follow each other, in each length. */
function runsOf(words: string[]) {
  return words.flatMap((first, from) =>
    words.slice(from).flatMap((last, more) => {
      const isName = !joining.test(first) && !joining.test(last)
      return isName ? [words.slice(from, from + more + 1).join(' ')] : []
    }),
  )
}

/** No sign that takes two places is cut in half. */
function beginning(whole: string) {
  let short = ''
  for (const sign of whole) {
    if (short.length + sign.length > longestShortName) break
    short += sign
  }
  return short.trim()
}
