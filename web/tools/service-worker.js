/* Serves the app shell from the cache when the network is slow or missing; game data always comes from the server. */
const CACHE = `tavolino-${'VERSION'}`;
const SHELL = [/* SHELL */];
const SERVER_PATHS = /^\/(?:api|live|schema|health|metrics)(?:\/|$)/;
const NETWORK_TIMEOUT_MS = 2500;

addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL)).then(() => skipWaiting()));
});

addEventListener('activate', (event) => {
  const old = (names) => names.filter((name) => name.startsWith('tavolino-') && name !== CACHE);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))).then(() => clients.claim()));
});

addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin || SERVER_PATHS.test(pathname)) return;
  event.respondWith(mode === 'navigate' ? page(event.request) : file(event.request, pathname));
});

/** A message of the server: {title, body, url, tag}. A newer one about the same table replaces it. */
addEventListener('push', (event) => {
  const { title, body, url, tag } = event.data.json();
  event.waitUntil(registration.showNotification(title, { body, tag, icon: '/icon-192.png', badge: '/icon-192.png', data: { url } }));
});

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data.url));
});

/** Shows the page in a window that has it already, else in any window of the app, else in a new one. */
async function openPage(path) {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find(({ url }) => new URL(url).pathname === path);
  if (there) return there.focus();
  const other = windows.find((one) => one.visibilityState === 'visible') ?? windows[0];
  if (!other) return clients.openWindow(path);
  await other.focus();
  return other.navigate(path).catch(() => clients.openWindow(path));
}

/** Every address of the client is the same page: from the server, or after a timeout from the cache. */
async function page(request) {
  const timeout = new Promise((_, reject) => setTimeout(reject, NETWORK_TIMEOUT_MS));
  try {
    return await Promise.race([fetch(request), timeout]);
  } catch {
    return (await caches.match('/')) ?? fetch(request);
  }
}

/** File names in assets/ contain a hash of the content, so that cached files are never out of date. */
async function file(request, pathname) {
  const cached = await caches.match(request);
  if (cached && pathname.startsWith('/assets/')) return cached;
  try {
    const response = await fetch(request);
    if (response.ok && pathname.startsWith('/assets/')) (await caches.open(CACHE)).put(request, response.clone());
    return response;
  } catch (error) {
    if (cached) return cached;
    throw error;
  }
}
