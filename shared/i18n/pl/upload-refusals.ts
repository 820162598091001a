export const uploadRefusals = {
  not_image: 'To nie jest obraz, który przyjmujemy: JPEG, PNG, WebP albo GIF.',
  svg: 'Nie przyjmujemy plików SVG. Zapisz obraz jako PNG i prześlij go ponownie.',
  heic: 'Nie przyjmujemy plików HEIC. Zapisz zdjęcie jako JPEG i prześlij je ponownie.',
  avif: 'Nie przyjmujemy plików AVIF. Zapisz obraz jako JPEG albo WebP i prześlij go ponownie.',
  damaged: 'Ten plik jest uszkodzony albo niekompletny.',
  pixels: 'Ten obraz ma ponad 50 megapikseli. Zmniejsz go i prześlij ponownie.',
  gif_large: 'Ruchomy GIF może mieć najwyżej 10 MB.',
  quota:
    'Na Twoim koncie nie ma już miejsca na pliki. Miejsce zwalnia się 30 dni po usunięciu postów i komentarzy ze ' +
    'zdjęciami lub filmami.',
  not_video: 'To nie jest film, który przyjmujemy: MP4 albo WebM.',
  quicktime: 'Nie przyjmujemy plików QuickTime (MOV). Zapisz film jako MP4 i prześlij go ponownie.',
}
