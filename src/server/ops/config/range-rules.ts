/** What is heard on most ranges, by whistle or horn. */
export const rangeCalls = [
  { hear: 'Two blasts', act: 'Come to the shooting line. Leave your arrows in the quiver.', urgent: false },
  { hear: 'One blast', act: 'Shoot.', urgent: false },
  { hear: 'Three blasts', act: 'Walk to the targets and retrieve your arrows.', urgent: false },
  {
    hear: 'Five or more',
    act: 'Stop immediately. Put your arrow back in the quiver and step off the line.',
    urgent: true,
  },
]

/** What holds on any range; a club has its own to add. */
export const rangeRules = [
  'The person running the range has the final say. Anyone who sees danger calls out right away.',
  'Nock an arrow only on the shooting line, after the call to shoot.',
  'Point a drawn bow only at the targets, and never draw while anyone is in front of the shooting line.',
  'Never release the string without an arrow on it.',
  'When you’ve shot your arrows, step back from the line so everyone can see who’s still shooting.',
  'If an arrow falls in front of the line, leave it there until the call to retrieve.',
  'Walk on the range. Approach the targets from the side, and look behind you before you pull an arrow.',
  'Tie back long hair, wear closed-toe shoes, and keep loose clothing and jewelry away from the string.',
  'Check your bow and arrows before you shoot. If anything is damaged, don’t shoot it; show it to an officer.',
]
