/** Records the microphone, and measures its loudness meanwhile. */
import type { Recording } from './voice-file.js';
import { levelsOf } from './waveform.js';

export const RECORDING_MAX_S = 600;
const SAMPLE_INTERVAL_MS = 50;
const BITS_PER_SECOND = 32_000;
/** In the order of how many browsers play them. */
const types = ['audio/mp4;codecs=mp4a.40.2', 'audio/mp4', 'audio/webm;codecs=opus', 'audio/ogg;codecs=opus'];

export class VoiceRecorder {
  readonly #stream: MediaStream;
  readonly #recorder: MediaRecorder;
  readonly #context = new AudioContext();
  readonly #startedAt = performance.now();
  readonly #samples: number[] = [];
  readonly #parts: Blob[] = [];
  readonly #timer: ReturnType<typeof setInterval>;

  /** Asks for the microphone; rejects as the browser does when there is none or it is refused. */
  static async start(onSample: (recorder: VoiceRecorder) => void): Promise<VoiceRecorder> {
    const audio = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };
    return new VoiceRecorder(await navigator.mediaDevices.getUserMedia({ audio }), onSample);
  }

  private constructor(stream: MediaStream, onSample: (recorder: VoiceRecorder) => void) {
    this.#stream = stream;
    const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type));
    this.#recorder = new MediaRecorder(stream, { audioBitsPerSecond: BITS_PER_SECOND, ...(mimeType && { mimeType }) });
    this.#recorder.ondataavailable = ({ data }) => void this.#parts.push(data);
    this.#recorder.start();
    const loudness = loudnessOf(this.#context, stream);
    this.#timer = setInterval(() => {
      this.#samples.push(loudness());
      onSample(this);
      if (this.seconds >= RECORDING_MAX_S) void this.#hush();
    }, SAMPLE_INTERVAL_MS);
  }

  get seconds(): number {
    return Math.min(RECORDING_MAX_S, (performance.now() - this.#startedAt) / 1000);
  }

  /** The latest values, for the moving waveform. */
  latest(count: number): number[] {
    return this.#samples.slice(-count);
  }

  async stop(): Promise<Recording> {
    const seconds = Math.max(1, Math.round(this.seconds));
    await this.#hush();
    const sound = new Blob(this.#parts, { type: this.#recorder.mimeType.split(';')[0] ?? '' });
    return { sound, seconds, levels: levelsOf(this.#samples) };
  }

  cancel(): void {
    void this.#hush();
  }

  /** Lets go of the microphone; the recording stays until it is taken. */
  #hush(): Promise<void> {
    clearInterval(this.#timer);
    const ended = new Promise<void>((resolve) => {
      if (this.#recorder.state === 'inactive') return resolve();
      this.#recorder.onstop = () => resolve();
      this.#recorder.stop();
    });
    for (const track of this.#stream.getTracks()) track.stop();
    if (this.#context.state !== 'closed') void this.#context.close();
    return ended;
  }
}

function loudnessOf(context: AudioContext, stream: MediaStream): () => number {
  const meter = context.createAnalyser();
  meter.fftSize = 1024;
  context.createMediaStreamSource(stream).connect(meter);
  const wave = new Float32Array(meter.fftSize);
  return () => {
    meter.getFloatTimeDomainData(wave);
    return Math.sqrt(wave.reduce((sum, value) => sum + value * value, 0) / wave.length);
  };
}
