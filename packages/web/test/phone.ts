// The first import of a file whose components are those of a phone: which they are is decided once, when they are loaded.
import { beforeEach } from 'vitest';

const asPhone = (): void => void (document.documentElement.dataset['layout'] = 'mobile');
asPhone();
beforeEach(asPhone);
