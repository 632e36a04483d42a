/* Pages opened from a file cannot start a worker, so the search runs in a hidden iframe. */
if (location.protocol === 'file:') {
  const message = (data) => new MessageEvent('message', { data: structuredClone(data) });

  window.Worker = class {
    constructor(url) {
      this.frame = document.createElement('iframe');
      this.frame.hidden = true;
      document.body.append(this.frame);
      const inside = this.frame.contentWindow;
      // A worker's messages are copies, and they arrive later.
      inside.postMessage = (data) => setTimeout(() => this.onmessage?.(message(data)));
      this.isReady = new Promise((resolve, reject) => {
        const script = inside.document.createElement('script');
        script.src = url;
        script.onload = resolve;
        script.onerror = reject;
        inside.document.body.append(script);
      });
      this.isReady.catch(() => this.onerror?.(new ErrorEvent('error')));
    }

    async postMessage(data) {
      await this.isReady;
      this.frame.contentWindow?.dispatchEvent(message(data));
    }

    terminate() {
      this.frame.remove();
    }
  };
}
