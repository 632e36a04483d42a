/* The shell opens at once and without a network; what is played always comes from the server. */
const NAME = `tavolino-${'VERSION'}`;
const SHELL = [/* SHELL */];
const OURS = /^\/(?:api|live|schema|health|metrics)(?:\/|$)/;
const PATIENCE = 2500;

addEventListener('install', (event) => {
  event.waitUntil(caches.open(NAME).then((kept) => kept.addAll(SHELL)).then(() => skipWaiting()));
});

addEventListener('activate', (event) => {
  const old = (names) => names.filter((name) => name.startsWith('tavolino-') && name !== NAME);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))).then(() => clients.claim()));
});

addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin || OURS.test(pathname)) return;
  event.respondWith(mode === 'navigate' ? page(event.request) : file(event.request, pathname));
});

/** Every address of the client is the same page: the server's, or after a while the one that was kept. */
async function page(request) {
  const late = new Promise((_, fail) => setTimeout(fail, PATIENCE));
  try {
    return await Promise.race([fetch(request), late]);
  } catch {
    return (await caches.match('/')) ?? fetch(request);
  }
}

/** A name in assets/ changes with what is in it, so that what was kept is never old. */
async function file(request, pathname) {
  const kept = await caches.match(request);
  if (kept && pathname.startsWith('/assets/')) return kept;
  try {
    const answer = await fetch(request);
    if (answer.ok && pathname.startsWith('/assets/')) (await caches.open(NAME)).put(request, answer.clone());
    return answer;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}
