import { createHash } from 'node:crypto';

const rate = 22_050;
const noteSeconds = 0.3;
const notes = 20;

/** Semitones of a pentatonic scale, in which every sequence of notes sounds well. */
const scale = [0, 2, 4, 7, 9, 12, 14, 16];

/** Returns a melody that follows from a prompt, as WAV. `take` varies it. */
export function sandboxMelody(prompt: string, take: number): Uint8Array {
  const random = createHash('sha256').update(`${take} ${prompt}`).digest();
  const samplesOfNote = Math.round(rate * noteSeconds);
  const samples = Buffer.alloc(2 * samplesOfNote * notes);
  for (let note = 0; note < notes; note += 1) {
    const tone = scale[random.readUInt8(note) % scale.length] ?? 0;
    const frequency = 261.63 * 2 ** (tone / 12);
    for (let sample = 0; sample < samplesOfNote; sample += 1) {
      const seconds = sample / rate;
      const loudness = Math.min(1, seconds * 60) * Math.exp(-4 * seconds);
      const wave =
        Math.sin(2 * Math.PI * frequency * seconds) +
        0.4 * Math.sin(4 * Math.PI * frequency * seconds);
      const value = Math.round(14_000 * loudness * wave);
      samples.writeInt16LE(value, 2 * (note * samplesOfNote + sample));
    }
  }
  return Buffer.concat([wavHead(samples.length), samples]);
}

/** Returns the header of a WAV: PCM, one channel, 16 bits. */
function wavHead(bytes: number): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + bytes, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(2 * rate, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(bytes, 40);
  return head;
}
