/** What is heard on most ranges, by whistle or horn. */
export const rangeCalls = [
  { hear: 'Two blasts', act: 'Come to the shooting line. Leave your arrows in the quiver.', urgent: false },
  { hear: 'One blast', act: 'Shoot.', urgent: false },
  { hear: 'Three blasts', act: 'Walk to the targets and retrieve your arrows.', urgent: false },
  { hear: 'Five or more', act: 'Stop at once. Put your arrow back in the quiver and step off the line.', urgent: true },
]

/** What holds on any range; a club has its own to add. */
export const rangeRules = [
  'Whoever runs the range has the last word. Anybody who sees danger calls it out at once.',
  'Nock an arrow only on the shooting line, after the call to shoot.',
  'Point a drawn bow at the targets and nowhere else, and never draw it while somebody is in front of the line.',
  'Never let go of a bowstring without an arrow on it.',
  'When you have shot your arrows, step back from the line, so that everybody can see who is still shooting.',
  'Leave an arrow that falls in front of the line where it is until the call to retrieve.',
  'Walk on the range. Approach the targets from the side, and look behind you before you pull an arrow.',
  'Tie back long hair, and wear closed shoes and nothing loose in front of the string.',
  'Look your bow and arrows over before you shoot. Show damage to an officer and do not shoot with it.',
]
