// First: the others read what is kept when they are loaded.
import './settings/storage';
import { mount } from 'svelte';
import App from './App.svelte';
import './styles/base.css';

export default mount(App, { target: document.getElementById('table')! });

// The shell opens without a network; while it is written there is none to keep.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => {}));
}
