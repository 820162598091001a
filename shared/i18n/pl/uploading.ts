export const uploading = {
  chooseImage: 'Wybierz obraz',
  chooseVideo: 'Wybierz film',
  attachImage: 'Dodaj obraz',
  attachVideo: 'Dodaj film',
  dropImage: 'albo upuść go tutaj lub wklej. JPEG, PNG, WebP lub GIF, najwyżej 50 MB.',
  dropVideo: 'albo upuść go tutaj. MP4 lub WebM, najwyżej 50 MB.',
  image: 'Obraz',
  video: 'Film',
  checking: 'Sprawdzamy plik…',
  ready: 'Plik jest gotowy.',
  previewVideo: 'Podgląd przesłanego filmu',
}
