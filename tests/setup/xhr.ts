import { vi } from 'vitest';

/**
 * `XMLHttpRequest` as far as uploads use it, for stores that run in Node: real requests, with progress as the body is
 * taken.
 */
export function stubXhr(): void {
  vi.stubGlobal('XMLHttpRequest', UploadRequest);
}

class UploadRequest extends EventTarget {
  readonly upload = new EventTarget();
  status = 0;
  responseText = '';
  #target = { method: '', url: '' };
  #headers: Record<string, string> = {};
  readonly #abort = new AbortController();

  open(method: string, url: string): void {
    this.#target = { method, url };
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers[name] = value;
  }

  send(file: Blob): void {
    void this.#send(file);
  }

  abort(): void {
    this.#abort.abort();
  }

  async #send(file: Blob): Promise<void> {
    const { method, url } = this.#target;
    const init = { method, headers: this.#headers, body: this.#counted(file), duplex: 'half' };
    try {
      const response = await fetch(url, { ...init, signal: this.#abort.signal });
      this.status = response.status;
      this.responseText = await response.text();
      this.dispatchEvent(new Event('load'));
    } catch {
      this.dispatchEvent(new Event(this.#abort.signal.aborted ? 'abort' : 'error'));
    }
  }

  #counted(file: Blob): ReadableStream<Uint8Array> {
    let loaded = 0;
    const count = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        loaded += chunk.byteLength;
        const progress = Object.assign(new Event('progress'), { loaded, total: file.size });
        this.upload.dispatchEvent(progress);
        controller.enqueue(chunk);
      },
    });
    return file.stream().pipeThrough(count);
  }
}
