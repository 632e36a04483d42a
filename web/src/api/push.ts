/** Web Push in this browser. The service worker shows the messages. */
import { api, type Notices } from './client';

export const isPushSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  return isPushSupported() ? navigator.serviceWorker.getRegistration() : undefined;
}

export async function currentSubscription(): Promise<PushSubscription | null> {
  return (await (await registration())?.pushManager.getSubscription()) ?? null;
}

/** Asks for permission; null if the user or the browser refuses. */
export async function turnOnPush(key: string, language: 'it' | 'en'): Promise<Notices | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const worker = await registration();
  const subscription = await worker?.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }).catch(() => null);
  const { endpoint, keys } = subscription?.toJSON() ?? {};
  if (!endpoint || !keys) return null;
  return api.subscribe({ endpoint, p256dh: keys['p256dh']!, auth: keys['auth']!, language });
}

export async function turnOffPush(): Promise<Notices> {
  const subscription = await currentSubscription();
  const notices = subscription ? await api.unsubscribe(subscription.endpoint) : await api.notices();
  await subscription?.unsubscribe();
  return notices;
}

/** A notice for a page that is open but hidden, if notifications were allowed. */
export async function showWhileHidden(title: string, url: string): Promise<void> {
  if (!document.hidden || !isPushSupported() || Notification.permission !== 'granted') return;
  await (await registration())?.showNotification(title, { icon: '/icon-192.png', tag: url, data: { url } });
}
