import { deviceStorage } from '#web/lib/browser-storage.ts'

/** Sound and vibration, so that an officer needn't look at the phone after each scan. */

const mutedKey = 'quiver:scan-muted'

export function isMuted() {
  return deviceStorage.read(mutedKey) !== null
}

export function setMuted(muted: boolean) {
  deviceStorage.write(mutedKey, muted ? 'yes' : null)
}

export type Signal = 'good' | 'known' | 'bad'

/** Frequencies in hertz, one after another; and milliseconds of vibration and pause. */
const signals: Record<Signal, { tones: number[]; vibration: number[] }> = {
  good: { tones: [660, 990], vibration: [60] },
  known: { tones: [660], vibration: [30, 60, 30] },
  bad: { tones: [330, 220], vibration: [200, 80, 200] },
}

let audio: AudioContext | null = null

export function signal(which: Signal) {
  const { tones, vibration } = signals[which]
  navigator.vibrate?.(vibration)
  if (isMuted() || !('AudioContext' in window)) return
  audio ??= new AudioContext()
  // Browsers start sound only after a press; then it stays silent.
  void audio.resume().catch(() => {})
  for (const [i, tone] of tones.entries()) play(audio, tone, i * 0.12)
}

function play(context: AudioContext, tone: number, after: number) {
  const oscillator = context.createOscillator()
  const volume = context.createGain()
  const start = context.currentTime + after
  oscillator.frequency.value = tone
  volume.gain.setValueAtTime(0.2, start)
  volume.gain.exponentialRampToValueAtTime(0.001, start + 0.11)
  oscillator.connect(volume).connect(context.destination)
  oscillator.start(start)
  oscillator.stop(start + 0.12)
}
