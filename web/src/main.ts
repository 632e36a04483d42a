import { mount } from 'svelte';
import App from './App.svelte';
import './styles/base.css';

export default mount(App, { target: document.getElementById('table')! });

// The service worker makes the app shell available offline; there is none during development.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => {}));
}
